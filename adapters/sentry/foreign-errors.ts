type Frame = { readonly filename?: string | undefined }

/** The fields of an SDK event that are read here. */
type Reported = {
  readonly exception?: {
    readonly values?: readonly {
      readonly type?: string
      readonly value?: string
      readonly stacktrace?: { readonly frames?: readonly Frame[] }
    }[]
  }
}

const extensionScheme =
  /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:|^webkit-masked-url:/

/** Browsers' messages when code from outside the site has moved or wrapped a node. */
const movedNode =
  /(?:removeChild|insertBefore)' on 'Node'|object can ?not be found here|Child to insert before is not a child of this node|node to be removed is not a child of this node/i

/**
 * Whether an error comes from a browser extension, or from a node that foreign code has moved or
 * wrapped.
 */
export const isForeign = ({ exception }: Reported): boolean => {
  const values = exception?.values ?? []
  const frames = values.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
  return (
    frames.some(({ filename = '' }) => extensionScheme.test(filename)) ||
    values.some(({ type, value = '' }) => type === 'NotFoundError' && movedNode.test(value))
  )
}
