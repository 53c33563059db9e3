import type { BeliefResult } from '#core/model/money-belief.ts'
import { useStores } from '../../stores/app-loader.tsx'
import { shareFile } from '../../components/share-file.ts'
import { site } from '../../site.ts'
import { FileButton } from './file-button.tsx'
import { sharedPicture } from './shared-picture.ts'

const pictureOf = async (result: BeliefResult): Promise<File> => {
  const { drawSharedPicture } = await import('./draw-shared-picture.tsx')
  const picture = await drawSharedPicture(sharedPicture(result))
  return new File([picture], `${site.name.toLowerCase()}-money-beliefs.png`, { type: picture.type })
}

/** A button that shares or saves the result as a picture without scores. Nothing is sent to us. */
export const SharePicture = ({ result }: { result: BeliefResult }) => {
  const { notices } = useStores()
  const share = async () => {
    if ((await shareFile(await pictureOf(result))) === 'saved')
      notices.succeed('Your picture is in your downloads.')
  }
  return (
    <FileButton busyLabel="Drawing your picture" make={share}>
      Share a picture without scores
    </FileButton>
  )
}
