/** Offers a file made in the browser as a download. */
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download starts in the next task, in Safari a little later, and needs the URL until then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
