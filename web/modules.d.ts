declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

declare module '*.css' {}

declare module '*.woff2' {
  /** The file's address in the built site. */
  const url: string
  export default url
}
