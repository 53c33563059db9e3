/** The brand mark as a data address: no request, sharp at every size, and it follows the colour scheme. */
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><style>' +
  '.i{fill:#0f2a33}.r{stroke:#0f2a33}.t{fill:#0a6663}.b{stroke:#c8401b}' +
  '@media(prefers-color-scheme:dark){.i{fill:#e8f0ee}.r{stroke:#e8f0ee}.t{fill:#5cc9be}.b{stroke:#ff8a66}}' +
  '</style><circle class="r" cx="17" cy="17" r="15.5" fill="none" stroke-width="2.5"/>' +
  '<path class="b" d="M2 20h30" stroke-width="2.5"/><path class="i" d="M8 21q9 9 18 0z"/>' +
  '<path class="i" d="M16 6h2v14h-2z"/><path class="t" d="M19 7q5 5 6.500 11H19z"/><path class="i" d="M15 9q-4 4-5 9h5z"/></svg>'

export const favicon = `data:image/svg+xml,${encodeURIComponent(mark)}`
