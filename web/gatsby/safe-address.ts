/**
 * An inline script for every document, before Gatsby's, that makes the URL safe for Gatsby's
 * runtime on load and on popstate. The runtime decodes paths and hashes outside every error
 * boundary, and fetches an unknown path, decoded, as if it were a URL: `/%5cevil.example` would
 * leave the site, `/nope%40` would stay blank. No page has a path with needless escapes, so such a
 * URL shows the 404 page.
 */
export const safeAddressScript = String.raw`{let decode=t=>{try{return decodeURIComponent(t)}catch{}},safe=()=>{let{pathname,search,hash}=location,path=decode(pathname),move;if(path===undefined||encodeURI(path)!==pathname||/[\\%?#:\0-\x20\x7f]|\/\/|\/\.\.?(\/|$)/.test(path))pathname="/404",move=1;if(decode(hash)===undefined)hash=hash.replaceAll("%","%25"),move=1;move&&history.replaceState(history.state,"",pathname+search+hash)};safe();addEventListener("popstate",safe,true)}`
