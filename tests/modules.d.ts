declare module 'subset-font' {
  /** The font with only the glyphs of `text`. */
  const subsetFont: (
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2'
      readonly variationAxes?: Readonly<
        Record<string, { readonly min: number; readonly max: number }>
      >
      /** Tags of OpenType features; all of them if omitted. */
      readonly keepFeatures?: string[]
    },
  ) => Promise<Buffer>
  export default subsetFont
}
