/** The tokens of the light scheme that the pictures use. */
const tokens = {
  ink: '#0f2a33',
  'ink-soft': '#4a626a',
  foam: '#f5f8f7',
  surface: '#ffffff',
  tide: '#0a6663',
  buoy: '#c8401b',
  sand: '#f2e6cc',
  'belief-avoidance': '#46659c',
  'belief-worship': '#a36a12',
  'belief-status': '#93446a',
  'belief-vigilance': '#0a6663',
} as const

const mixed = (share: number, ground: string) =>
  `color-mix(in srgb, ${tokens.tide} ${share}%, ${ground})`

/**
 * The colours of a picture that is saved as a file and so has no style sheet. They are copied from
 * styles/tokens.css and scene.module.css; a test keeps them equal.
 */
export const fileColours: Readonly<Record<string, string>> = {
  ...tokens,
  sail: tokens.surface,
  far: mixed(28, tokens.sand),
  mid: mixed(58, tokens.sand),
  near: tokens.tide,
  deep: mixed(70, tokens.ink),
  hull: tokens.ink,
  rock: tokens.ink,
}

/** A drawn picture as the text of an SVG file of that width and height, in pixels. */
export const pictureFile = (picture: SVGElement, width: number, height: number): string => {
  const copy = picture.cloneNode(true) as SVGElement
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer()
    .serializeToString(copy)
    .replaceAll(/var\(--([\w-]+)\)/g, (use, name: string) => fileColours[name] ?? use)
}
