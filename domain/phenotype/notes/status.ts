import type { FeatureStatus } from '../../orders/phenotype.ts'
import type { Mention } from './mentions.ts'
import { phraseAt, phrases } from './phrases.ts'
import type { NoteText } from './sentences.ts'

/**
 * Words that change what a finding after them means, in the manner of ConText (Harkema et al. 2009, J Biomed
 * Inform 42:839): `end` ends a negation or a doubt, `stop` also a plan; `neutral` looks like another phrase and means nothing.
 */
const BEFORE = phrases({
  absent:
    'no, not, without, w o, wo, denies, denied, deny, denying, negative for, neg for, absence of, free of, never, never had,' +
    'never has had, no evidence of, no sign of, no signs of, no history of, no hx of, no h o, lack of, neither, nor,' +
    'nor has she had, nor has he had, nor has she, nor has he, nor did she have, nor does he have, nor does she have,' +
    'does not have, do not have, did not have, not have, has not had, have not had, has had no, have had no, had no,' +
    'has no, have no, with no, not had, doesn t have, don t have, didn t have, hasn t had, no known, no concern for,' +
    'no concerns for, no concern about, no suspicion of, ruled out for, is not, are not, was not, were not,' +
    'unaffected by, sin, niega, no tiene',
  uncertain:
    'possible, possibly, probable, probably, presumed, suspected, suspect, suspicion of, suspicion for, suspicious for,' +
    'question of, questionable, concern for, concerns for, concern about, concerning for, likely, suggestive of,' +
    'suggests, suggesting, may have, might have, may have had, might have had, cannot exclude, can not exclude,' +
    'can t exclude, could not exclude, cannot rule out, can not rule out, can t rule out, not excluded, could be,' +
    'may be, might be, maybe, query, consistent with possible, versus, vs, worrisome for, appears to have,' +
    'evaluation for, evaluate for possible, equivocal, apparent',
  elsewhere:
    'screen for, screening for, screened for, screens for, to screen, risk of, risk for, risks of, at risk of, at risk for, risk factors for,' +
    'increased risk, monitor for, monitoring for, monitored for, watch for, evaluate for, assess for, check for,' +
    'surveillance for, surveillance of, rule out, r o, ro, to exclude, look for, looking for, return if, if, in case of,' +
    'should, counseled about, counseled on, counseled regarding, discussed, explained, reviewed that, we reviewed, causes,' +
    'can cause, may cause, which cause, that cause, cause of, associated with, characterized by, can have, can develop,' +
    'may develop, could develop, will develop, might develop, prevention of, prevent, prophylaxis, differential,' +
    'differential diagnosis, ddx, carrier of, carrier for, carriers of, test for, testing for, tested for,' +
    'panel for, asked whether, asked about, asked if, some people, people with, patients with, children with, individuals with,' +
    'instructed, signs of, family history of, family hx of, fhx of, fh of, family history positive for,' +
    'family history is positive for, family history significant for, family history is significant for,' +
    'family history notable for, no family history of, no family hx of, no fhx of, no fh of,' +
    'family history negative for, family history is negative for',
  stop:
    'but, however, although, though, except, except for, apart from, aside from, has, had, has had, now has, also has,' +
    'presents, presents with, presented with, showed, revealed, demonstrated, positive for, pos for, remarkable for,' +
    'significant for, notable for, still, does have, did have, while, whereas, unlike, despite',
  end:
    'other than, which, who, have, have had, reports, shows, showing, found, is, was, are, were, with, due to, because,' +
    'because of, since, then, yet, instead, only, develops, developed',
  neutral:
    'not only, no change in, no change, no further, no more, no longer, no longer has, no increase in, no improvement in,' +
    'no other, no new, without improvement, without change, not improved, not improving, no response, not controlled,' +
    'not fully controlled, no progression of, with or without, no doubt, not sure, no relief, not all, is unclear',
})

/** Words after a finding that change what it means. */
const AFTER = phrases({
  absent:
    'absent, is absent, are absent, was absent, were absent, not present, not seen, not found, not observed, not noted, not detected, not reported,' +
    'not evident, never, denied, is denied, are denied, was denied, were denied, ruled out, was ruled out, were ruled out, has been ruled out, have been ruled out,' +
    'excluded, was excluded, has been excluded, have not occurred, has not occurred, have not been seen, did not occur,' +
    'has not been seen, none, no, neg, negative, was negative, is negative, nil',
  uncertain:
    'suspected, is suspected, was suspected, questionable, is questionable, possible, is possible, probable, likely, is likely, uncertain, unclear, is unclear,' +
    'unconfirmed, is unconfirmed, not confirmed, cannot be excluded, can not be excluded, could not be excluded, cannot be ruled out,' +
    'can not be ruled out, could not be ruled out, not ruled out, not been ruled out, has not been ruled out, not excluded, maybe, unlikely, is unlikely, to be confirmed, equivocal',
  elsewhere:
    'panel, panels, gene, genes, clinic, clinics, medication, medications, medicine, medicines, drug, drugs, screen, screening, testing, test, tests, prophylaxis, foundation, registry, specialist,' +
    'precautions, action plan, program, syndrome panel, risk, support group',
  present:
    'present, is present, are present, noted, marked, positive, seen, pos, confirmed, was noted, were noted, was seen, were seen, yes',
})

export type Reading = FeatureStatus | 'elsewhere'

/** What the words around a finding make of it; `elsewhere` if it is about a plan, a risk or a disease in general. */
export function statusOf(
  note: NoteText,
  mention: Mention,
  sentence: { from: number; to: number },
  named: ReadonlySet<number>,
): Reading {
  const after = readAfter(note, mention, sentence, named)
  if (after !== null && after !== 'present') return after
  const before = readBefore(note, mention, sentence, named)
  if (after === 'present' && before.farther) return 'present'
  return markedBySign(note, mention) ?? before.reading
}

/** Signs: '?seizures', 'seizures?', '(-) seizures', 'DTRs 2+. - sz', '+ seizures'. */
function markedBySign({ text, tokens, between }: NoteText, { from, to }: Mention): Reading | null {
  const before = between[from] ?? ''
  const follows = text.slice(tokens[to - 1]?.to ?? 0, tokens[to]?.from ?? text.length)
  if (/\?\(?$/.test(before) || /^\s?\(?\?/.test(follows)) return 'uncertain'
  if (/\(\s?[-–−]\s?\)\s?$/.test(before) || /^\s?\(\s?[-–−]\s?\)/.test(follows)) return 'absent'
  if (/^[^\S\n]?[-–−](?=[.,;)]|\s*$)/.test(follows)) return 'absent'
  // At the start of a line it is a bullet.
  if (/[.,;:][^\S\n]+[-–−]\s?$/.test(before)) return 'absent'
  return /(?:^|[\s(])\+\s?\)?$/.test(before) ? 'present' : null
}

function readBefore(
  note: NoteText,
  { from }: Mention,
  sentence: { from: number; to: number },
  named: ReadonlySet<number>,
): { reading: Reading; farther: boolean } {
  let reading: Reading = 'present'
  let began = -1
  for (let at = sentence.from; at < from; ) {
    if (reading === 'uncertain' && note.gaps[at] === 'comma' && at >= began && !continues(note, at))
      reading = 'present'
    if (reading !== 'elsewhere' && at > began && endsAtGap(note, at)) reading = 'present'
    const found = named.has(at) ? null : phraseAt(BEFORE, note.tokens, at)
    if (found && found.end <= from) {
      if (found.means === 'stop' || (found.means === 'end' && reading !== 'elsewhere')) reading = 'present'
      else if (found.means !== 'end' && found.means !== 'neutral' && reading !== 'elsewhere') {
        reading = found.means
        began = found.end
      }
    }
    at = found && found.end <= from ? found.end : at + 1
  }
  if (reading === 'uncertain' && note.gaps[from] === 'comma' && from >= began && !continues(note, from))
    reading = 'present'
  if (reading !== 'elsewhere' && from > began && endsAtGap(note, from)) reading = 'present'
  const commas = note.gaps.slice(Math.max(began, 0), from + 1).includes('comma')
  return { reading, farther: reading === 'absent' && commas }
}

/** After a comma: 'or', 'vs' go on with what is possible. */
const continues = ({ tokens }: NoteText, at: number) => /^(or|vs|versus)$/.test(tokens[at]?.word ?? '')

/** A colon or a dash begins something else: 'no edema, echo: VSD'. */
const endsAtGap = ({ between }: NoteText, at: number) => /:|–|—| - /.test(between[at] ?? '')

/** Words after a finding count this far. */
const REACH = 7

function readAfter(
  note: NoteText,
  { to }: Mention,
  sentence: { from: number; to: number },
  named: ReadonlySet<number>,
): Reading | null {
  for (let at = to; at < Math.min(sentence.to, to + REACH); at += 1) {
    if (note.gaps[at] === 'comma' && !(at === to && /^\s?[:(–-]|^ - /.test(note.between[at] ?? '')))
      return null
    if (named.has(at)) continue
    const found = phraseAt(AFTER, note.tokens, at)
    if (found && found.end <= sentence.to) {
      const last = found.end >= note.tokens.length || note.gaps[found.end] !== 'none'
      const word = note.tokens[at]?.word ?? ''
      if (found.means === 'elsewhere') return at === to ? 'elsewhere' : null
      if (found.means === 'present') return at === to ? 'present' : null
      // 'Seizures: no', but not 'hearing loss no ataxia'.
      if (
        found.end - at > 1 ||
        last ||
        !/^(no|none|neg|negative|never|nil|possible|likely|probable|denied)$/.test(word)
      )
        return found.means
      return null
    }
    const stop = phraseAt(BEFORE, note.tokens, at)
    if (stop && stop.means !== 'neutral' && !/^(is|was|are|were|has|have)$/.test(note.tokens[at]?.word ?? ''))
      return null
  }
  return null
}
