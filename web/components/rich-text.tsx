import { Link } from 'gatsby'

const link = /\[([^[\]]+)\]\(([^()]+)\)/g

/** Text in which `[label](href)` is a link. Paths of this site are followed without a page load. */
export const RichText = ({ children }: { children: string }) => {
  const parts: (string | { label: string; href: string })[] = []
  let end = 0
  for (const found of children.matchAll(link)) {
    const [whole, label = '', href = ''] = found
    parts.push(children.slice(end, found.index), { label, href })
    end = found.index + whole.length
  }
  parts.push(children.slice(end))
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      <span key={index}>{part}</span>
    ) : part.href.startsWith('/') ? (
      <Link key={index} to={part.href}>
        {part.label}
      </Link>
    ) : (
      <a key={index} href={part.href}>
        {part.label}
      </a>
    ),
  )
}
