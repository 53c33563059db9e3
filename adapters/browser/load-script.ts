/** Adds a script to the document. Removes it and rejects when it cannot be loaded. */
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
