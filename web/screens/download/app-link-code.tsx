import { useMemo } from 'react'
import { encode } from 'uqr'
import * as styles from './download.module.css'

/**
 * The app link as a QR code, for visitors at a computer. Always dark on light: not every scanner
 * reads inverted codes.
 */
export const AppLinkCode = ({ link }: { link: string }) => {
  const { data, size } = useMemo(() => encode(link, { border: 2 }), [link])
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>QR code that opens the app</title>
      <path d={`M0 0h${size}v${size}H0z`} className={styles.light} />
      <path d={path} className={styles.dark} />
    </svg>
  )
}
