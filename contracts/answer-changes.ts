export type Members = Record<string, unknown>
export type Content = Members & { data?: unknown }
export type Answer = {
  status: number
  readonly method: string
  readonly headers: Record<string, string>
  content: Content | null
}
/** Changes a provider's answers before they are sent. */
export type Plant = (answer: Answer) => void
export type Change = (data: Members) => void
export const drop =
  (name: string): Change =>
  (data) => {
    delete data[name]
  }
export const rename =
  (from: string, to: string): Change =>
  (data) => {
    data[to] = data[from]
    delete data[from]
  }
export const set =
  (name: string, value: unknown): Change =>
  (data) => {
    data[name] = value
  }
export const within =
  (name: string, change: Change): Change =>
  (data) => {
    const member = data[name]
    for (const each of Array.isArray(member) ? member : [member]) change(each as Members)
  }
/** Changes the last matching element, since Pact accepts a list with one good element. */
export const inLast =
  (name: string, fits: (member: Members) => boolean, change: Change): Change =>
  (data) =>
    change((data[name] as Members[]).findLast(fits)!)
export const inAll =
  (name: string, key: string): Change =>
  (data) => {
    const members = data[name] as Members[]
    for (const member of members) member[key] = members[0]![key]
  }

export const inData =
  (change: Change): Plant =>
  ({ status, content }) => {
    if (status >= 300 || !content?.data) return
    for (const each of Array.isArray(content.data) ? content.data : [content.data])
      change(each as Members)
  }
export const inProblem =
  (change: Change): Plant =>
  ({ status, content }) => {
    if (status >= 400 && content) change(content)
  }
export const onPreflight =
  (change: Plant): Plant =>
  (answer) => {
    if (answer.method === 'OPTIONS') change(answer)
  }
export const header =
  (name: string, value: string | null): Plant =>
  ({ headers }) => {
    if (value === null) delete headers[name]
    else headers[name] = value
  }
export const unlessPreflight =
  (change: Plant): Plant =>
  (answer) => {
    if (answer.method !== 'OPTIONS') change(answer)
  }
