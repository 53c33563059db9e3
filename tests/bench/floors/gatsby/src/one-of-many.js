const OneOfMany = ({ pageContext }) => (
  <main>
    <h1>Page {pageContext.number}</h1>
  </main>
)

export default OneOfMany
