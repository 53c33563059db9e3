import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ReactElement } from 'react'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import { asDataAddress, brandMarkFile } from '../../illustrations/brand-mark-file.ts'
import { IntroPicture } from '../../illustrations/intro-pictures.tsx'
import { fileColours, pictureFile } from '../../illustrations/picture-file.ts'
import { site } from '../../site.ts'
import { balancedLines } from './shared-picture.ts'
import type { SharedPicture } from './shared-picture.ts'

/** A square, in pixels: the illustration above, the words below. */
const SIZE = 1080
const HORIZON = 675
const MARGIN = 72
const LINE = 76

const colour = (name: string) => fileColours[name] ?? 'none'

const svgOf = (picture: ReactElement): string => {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(picture))
  const svg = pictureFile(host.firstElementChild as SVGElement, SIZE, HORIZON)
  root.unmount()
  return svg
}

const imageOf = async (svg: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = asDataAddress(svg)
  await image.decode()
  return image
}

/** The font for a canvas, once the first family has loaded; the others are its fallbacks. */
const fontOf = async (face: string, token: '--display' | '--text'): Promise<string> => {
  const families = getComputedStyle(document.documentElement).getPropertyValue(token)
  await document.fonts.load(`${face} ${families.split(',')[0]}`)
  return `${face} ${families}`
}

/** Draws the picture as a PNG. */
export const drawSharedPicture = async ({
  label,
  sentence,
  belief,
}: SharedPicture): Promise<Blob> => {
  const [illustration, mark, labelFont, sentenceFont, nameFont, addressFont] = await Promise.all([
    imageOf(svgOf(belief ? <BeliefPicture belief={belief} /> : <IntroPicture id="calm-lake" />)),
    imageOf(brandMarkFile({ ink: colour('ink'), tide: colour('tide'), buoy: colour('buoy') })),
    fontOf('600 30px', '--text'),
    fontOf('400 72px', '--display'),
    fontOf('400 44px', '--display'),
    fontOf('400 28px', '--text'),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser gives no canvas to draw on.')
  const write = (text: string, x: number, y: number, font: string, ink: string) => {
    context.font = font
    context.fillStyle = colour(ink)
    context.fillText(text, x, y)
  }

  context.fillStyle = colour('foam')
  context.fillRect(0, 0, SIZE, SIZE)
  context.drawImage(illustration, 0, 0, SIZE, HORIZON)
  write(label, MARGIN, HORIZON + 68, labelFont, 'buoy')
  context.font = sentenceFont
  const lines = sentence
    .replace(': ', ':\n')
    .split('\n')
    .flatMap((part) =>
      balancedLines(part, SIZE - 2 * MARGIN, (text) => context.measureText(text).width),
    )
  for (const [index, line] of lines.entries())
    write(line, MARGIN, HORIZON + 154 + index * LINE, sentenceFont, 'ink')
  context.drawImage(mark, MARGIN, SIZE - MARGIN - 40, 56, 56)
  write(site.name, MARGIN + 72, SIZE - MARGIN + 2, nameFont, 'ink')
  context.textAlign = 'end'
  write(new URL(site.url).host, SIZE - MARGIN, SIZE - MARGIN, addressFont, 'ink-soft')
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The browser made no picture of the canvas.'))
    }, 'image/png')
  })
}
