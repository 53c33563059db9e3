/** Offers a JSON text to the visitor as a file. */
export const saveFile = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken what it needs once this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
