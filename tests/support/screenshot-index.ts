/** A picture: whose screen it shows, in which state, how wide and in which scheme. */
export type Shot = {
  readonly file: string
  readonly scene: string
  readonly group: string
  readonly path: string
  readonly state: string
  readonly width: number
  readonly scheme: string
}

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{margin:0 auto;padding:0 1.5rem 4rem;max-width:110rem}
form{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:1rem 0;background:Canvas;border-bottom:1px solid #8886}
fieldset{display:flex;gap:.75rem;margin:0;padding:0;border:0}legend{float:left;margin-right:.75rem;font-weight:600}label{white-space:nowrap}
h2{margin:2.5rem 0 0}h3{margin:1.5rem 0 .5rem;font-size:1rem}h3 span{font-weight:400;opacity:.75}.row{display:flex;gap:1rem;align-items:flex-start;overflow-x:auto;padding-bottom:.5rem}
a{flex:none;color:inherit}img{display:block;max-height:34rem;width:auto;border:1px solid #8886}small{display:block}[hidden]{display:none}`

const script = `const form=document.querySelector('form');const chosen=(name)=>new FormData(form).getAll(name);
const apply=()=>{const text=new FormData(form).get('text').toLowerCase();
for(const shot of document.querySelectorAll('a[data-width]'))shot.hidden=!chosen('width').includes(shot.dataset.width)||!chosen('scheme').includes(shot.dataset.scheme);
for(const scene of document.querySelectorAll('article'))scene.hidden=!chosen('state').includes(scene.dataset.state)||!scene.dataset.text.includes(text);
for(const group of document.querySelectorAll('section'))group.hidden=!group.querySelector('article:not([hidden])')};
form.addEventListener('input',apply);form.addEventListener('submit',(event)=>event.preventDefault());apply()`

const unique = <T>(items: readonly T[]): readonly T[] => [...new Set(items)]

const choices = (name: string, values: readonly (string | number)[]) =>
  `<fieldset><legend>${name}</legend>${values
    .map(
      (value) =>
        `<label><input type="checkbox" name="${name}" value="${value}" checked> ${value}</label>`,
    )
    .join('')}</fieldset>`

const picture = ({ file, scene, width, scheme }: Shot) =>
  `<a href="${file}" data-width="${width}" data-scheme="${scheme}"><img src="${file}" alt="${scene}, ${width} wide, ${scheme}" loading="lazy"><small>${width}, ${scheme}</small></a>`

const article = (shots: readonly Shot[]) => {
  const { scene, path, state } = shots[0]!
  return `<article data-state="${state}" data-text="${`${scene} ${path}`.toLowerCase()}"><h3>${scene} <span>${path}, ${state}</span></h3><div class="row">${shots.map(picture).join('')}</div></article>`
}

/**
 * The index page of all pictures: by group and scene, with filters for width, scheme, state and
 * text.
 */
export const screenshotIndex = (name: string, shots: readonly Shot[]): string => {
  const groups = unique(shots.map(({ group }) => group)).map((group) => {
    const own = shots.filter((shot) => shot.group === group)
    const scenes = unique(own.map(({ scene }) => scene)).map((scene) =>
      article(own.filter((shot) => shot.scene === scene)),
    )
    return `<section><h2>${group}</h2>${scenes.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${name}, every screen</title><style>${style}</style></head><body><h1>${name}, every screen</h1>
<form><label>Words <input type="search" name="text"></label>${choices('width', unique(shots.map(({ width }) => width)))}${choices(
    'scheme',
    unique(shots.map(({ scheme }) => scheme)),
  )}${choices('state', unique(shots.map(({ state }) => state)))}</form>
${groups.join('\n')}<script>${script}</script></body></html>`
}
