import type { IsoDate } from '../../dates/dates.ts'
import type { VariantClass } from '../../orders/known-variants.ts'
import { html, rendered, trustedHtml } from '../../text/html.ts'
import type { FindingInheritance, FindingVariant } from '../cascade/finding.ts'
import type { Gender } from '../document.ts'
import type { Relation } from '../relation.ts'
import type { LetterLanguage } from './language-names.ts'
import { LETTERS } from './languages.ts'
import type { LetterRelative } from './words.ts'

/** What a letter says to one relative. */
export interface Letter {
  language: LetterLanguage
  /** Whom it greets; '': nobody by name. */
  recipient: string
  /** What the person in whom it was found agreed to; '' where they did not. */
  proband: { name: string; relation: LetterRelative | ''; illness: string }
  variants: readonly FindingVariant[]
  inheritance: FindingInheritance
  variantClass: VariantClass
  laboratory: string
  /** The laboratory whose portal redeems the code. */
  portalLaboratory: string
  clinic: string
  /** As printed. */
  code: string
  /** The code as a picture, in SVG; '' in a preview. */
  picture: string
  codeUntil: IsoDate
  /** The last day on which the test can be free; null if no window is open. */
  freeUntil: IsoDate | null
}

/** The letter as a page of its own, for the screen and for print. Every text that somebody typed is escaped. */
export function letterPage(letter: Letter): string {
  const { direction, words } = LETTERS[letter.language]
  const { name, relation, illness } = letter.proband
  const relative = relation === '' ? '' : words.relatives[relation]
  const who = [relative, name].filter((part) => part !== '').join(', ')
  const put = (text: string) => withValues(text, { ...letter, who, illness })
  const isOfTwo = letter.inheritance === 'autosomal recessive' && letter.variants.length === 2
  const isCertain = letter.variantClass === 'Pathogenic'
  return `<!doctype html>\n${rendered(html`<html lang="${letter.language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title>
<style>${trustedHtml(STYLE)}</style></head>
<body><main>
<h1>${words.title}</h1>
<p>${letter.recipient === '' ? words.greeting : put(words.greetingTo)}</p>
<p>${put(who === '' ? words.found : words.foundIn)}${illness === '' ? '' : html` ${put(words.illness)}`}</p>
<p>${isOfTwo ? words.mayHaveOfTwo : words.mayHave}</p>
<dl>
${letter.variants.map(
  (variant) => html`<dt>${words.gene}</dt><dd><bdi>${variant.gene}</bdi></dd>
<dt>${words.variant}</dt><dd><bdi>${describe(variant)}</bdi></dd>`,
)}
<dt>${words.variantClass}</dt><dd>${isCertain ? words.pathogenic : words.likelyPathogenic}</dd>
<dt>${words.laboratory}</dt><dd><bdi>${letter.laboratory}</bdi></dd>
</dl>
<p>${words.meaning[isOfTwo ? 'recessive of two' : letter.inheritance]}</p>
<p>${words.choice}</p>
<p>${put(words.ask)}</p>
<section><h2>${words.codeTitle}</h2>
<p class="code"><bdi>${letter.code}</bdi></p>
${letter.picture === '' ? undefined : html`<div class="picture" aria-hidden="true">${trustedHtml(letter.picture)}</div>`}
<p>${put(words.code)}</p>${letter.freeUntil === null ? undefined : html`<p>${put(words.free.replace('{date}', letter.freeUntil))}</p>`}
</section>
</main></body></html>`)}`
}

const STYLE = `body{margin:0;background:#fff;color:#111;font:16px/1.6 system-ui,sans-serif}
main{max-width:42rem;margin:0 auto;padding:2rem 1.25rem}h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;padding:1rem;border:1px solid #999;border-radius:.25rem}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}.code{font:600 1.5rem/1.4 ui-monospace,monospace}
.picture{width:9rem;height:9rem}.picture svg{width:100%;height:100%}section{break-inside:avoid}
@page{margin:20mm}@media print{main{max-width:none;padding:0}body{font-size:11.5pt}}`

/** `NM_000059.4:c.5946del p.(Ser1982fs)`, or as somebody wrote it. */
function describe({ transcript, cdna, protein, genomic, asWritten }: FindingVariant): string {
  const onTranscript = transcript === '' || cdna === '' || cdna.includes(':') ? cdna : `${transcript}:${cdna}`
  return [onTranscript, protein, genomic].filter((part) => part !== '').join(' ') || asWritten
}

function withValues(
  text: string,
  values: Pick<Letter, 'recipient' | 'portalLaboratory' | 'clinic' | 'codeUntil'> & {
    who: string
    illness: string
  },
): string {
  const put = {
    ...{ name: values.recipient, who: values.who, illness: values.illness, lab: values.portalLaboratory },
    ...{ clinic: values.clinic, date: values.codeUntil },
  }
  return text.replace(/\{(name|who|illness|lab|clinic|date)\}/g, (_, key: keyof typeof put) => put[key])
}

/** What somebody is to the reader, as the letter's words have it; anything farther is a relative. */
export function letterRelative(relation: Relation, gender: Gender): LetterRelative {
  if (relation.kind === 'identical twin') return of(gender, 'brother', 'sister', 'sibling')
  const [nearest] = relation.kind === 'blood' ? relation.relations : []
  if (!nearest) return 'relative'
  const { up, down } = nearest
  if (down === 0)
    return up === 1
      ? of(gender, 'father', 'mother', 'parent')
      : up === 2
        ? of(gender, 'grandfather', 'grandmother', 'relative')
        : 'relative'
  if (up === 0)
    return down === 1 ? of(gender, 'son', 'daughter', 'child') : down === 2 ? 'grandchild' : 'relative'
  if (up === 1 && down === 1) return of(gender, 'brother', 'sister', 'sibling')
  if (up === 2 && down === 1) return of(gender, 'uncle', 'aunt', 'relative')
  if (up === 1 && down === 2) return of(gender, 'nephew', 'niece', 'relative')
  return up === 2 && down === 2 ? 'cousin' : 'relative'
}

const of = (gender: Gender, man: LetterRelative, woman: LetterRelative, other: LetterRelative) =>
  gender === 'man' ? man : gender === 'woman' ? woman : other
