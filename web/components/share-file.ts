import { saveFile } from './save-file.ts'

/**
 * Offers a file made in the browser in the device's share sheet or, if that does not take files, as
 * a download. Returns which; a sheet that the visitor closes again counts as offered.
 */
export const shareFile = async (file: File): Promise<'offered' | 'saved'> => {
  const data = { files: [file] }
  if ('canShare' in navigator && navigator.canShare(data)) {
    try {
      await navigator.share(data)
      return 'offered'
    } catch (error) {
      // On any other error, for example if the click was too long ago, the file is downloaded.
      if (error instanceof DOMException && error.name === 'AbortError') return 'offered'
    }
  }
  saveFile(file.name, file, file.type)
  return 'saved'
}
