/**
 * For a script in every document, before Gatsby's: makes the address one that its runtime can read, now and before it hears of a move.
 * The runtime decodes paths and hashes above every error boundary, and asks for an unknown path, decoded, as if it were a URL:
 * `/%5cevil.example` would leave the site, `/nope%40` would stay blank. No page has a path that is written otherwise than its own
 * letters ask for, so the document is that of a page not found.
 */
export const safeAddressScript = String.raw`{let decode=t=>{try{return decodeURIComponent(t)}catch{}},safe=()=>{let{pathname,search,hash}=location,path=decode(pathname),move;if(path===undefined||encodeURI(path)!==pathname||/[\\%?#:\0-\x20\x7f]|\/\/|\/\.\.?(\/|$)/.test(path))pathname="/404",move=1;if(decode(hash)===undefined)hash=hash.replaceAll("%","%25"),move=1;move&&history.replaceState(history.state,"",pathname+search+hash)};safe();addEventListener("popstate",safe,true)}`
