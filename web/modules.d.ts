/**
 * The build's feature settings as JSON; see gatsby-node. Undefined in tests, which have no build.
 */
declare const EVENKEEL_FEATURES: string | undefined

declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

declare module '*.css' {}

declare module '*.woff2' {
  const address: string
  export default address
}
