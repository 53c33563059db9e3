/** Floor S: the smallest page that is rendered for each request. */
const RenderedPage = ({ serverData }) => (
  <main>
    <h1>{serverData.heading}</h1>
    <p>
      A paragraph of a line or two, so that there is some text to be painted on the screen of
      whoever opens it.
    </p>
  </main>
)

export default RenderedPage

export const Head = () => <title>Floor</title>

export const getServerData = async () => ({
  props: { heading: 'A page with a heading and nothing much else' },
})
