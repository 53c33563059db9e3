/** Adds a script to the document. Rejects when it cannot be had, and takes it away again. */
export const loadScript = (document: Document, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`The script ${url} could not be loaded.`))
    })
    document.head.append(script)
  })
