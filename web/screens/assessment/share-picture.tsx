import { useState } from 'react'
import type { BeliefResult } from '#core/model/money-belief.ts'
import { useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { shareFile } from '../../components/share-file.ts'
import { site } from '../../site.ts'
import { sharedPicture } from './shared-picture.ts'

const SHARE = 'sharePicture'

const pictureOf = async (result: BeliefResult): Promise<File> => {
  const { drawSharedPicture } = await import('./draw-shared-picture.tsx')
  const picture = await drawSharedPicture(sharedPicture(result))
  return new File([picture], `${site.name.toLowerCase()}-money-beliefs.png`, { type: picture.type })
}

/** To share the result, or to save it, as a picture without scores. Nothing is sent to us. */
export const SharePicture = ({ result }: { result: BeliefResult }) => {
  const { notices } = useStores()
  const [isDrawing, setDrawing] = useState(false)
  const share = async () => {
    notices.startOver(SHARE)
    setDrawing(true)
    try {
      if ((await shareFile(await pictureOf(result))) === 'saved')
        notices.succeed('Your picture is in your downloads.')
    } catch {
      notices.somethingWentWrong(SHARE, () => void share())
    }
    setDrawing(false)
  }
  return (
    <Button
      look="quiet"
      size="small"
      busy={isDrawing}
      busyLabel="Drawing your picture"
      onClick={() => void share()}
    >
      Share a picture without scores
    </Button>
  )
}
