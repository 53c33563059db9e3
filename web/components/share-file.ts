import { saveFile } from './save-file.ts'

/**
 * Hands a file made in the browser to the device's share sheet or, where that takes none, to the
 * visitor as a download. Says which; a sheet that is closed again counts as offered.
 */
export const shareFile = async (file: File): Promise<'offered' | 'saved'> => {
  const data = { files: [file] }
  if ('canShare' in navigator && navigator.canShare(data)) {
    try {
      await navigator.share(data)
      return 'offered'
    } catch (error) {
      // Any other reason, such as a click too long ago, leaves the download.
      if (error instanceof DOMException && error.name === 'AbortError') return 'offered'
    }
  }
  saveFile(file.name, file, file.type)
  return 'saved'
}
