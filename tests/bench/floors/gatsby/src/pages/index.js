import { useState } from 'react'

/**
 * Floor G: the smallest page that Gatsby and React hydrate. The button tells a test when it is
 * interactive.
 */
const FloorPage = () => {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>A page with a heading and nothing much else</h1>
      <p>
        A paragraph of a line or two, so that there is some text to be painted on the screen of
        whoever opens it.
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count} times
      </button>
    </main>
  )
}

export default FloorPage

export const Head = () => <title>Floor</title>
