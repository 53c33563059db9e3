const CODES =
  'AU AT BE BR BG CA HR CY CZ DK EE FI FR DE GI GR HK HU IN IE IT JP LV LI LT LU MY MT MX NL NZ NO PL PT RO SG SK SI ES SE CH TH AE GB US'

/** Fills the list of countries, by name, with one chosen. */
export const fillCountries = (select: HTMLSelectElement, chosen: string): void => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const options = CODES.split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ code, name }) => new Option(name, code, code === chosen, code === chosen))
  select.replaceChildren(...options)
}
