import { lazy, Suspense } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import type { Patient } from '#domain/orders/document.ts'
import { originLines } from '#domain/orders/race-and-ancestry.ts'
import { sexAndGenderLines } from '#domain/orders/sex-and-gender.ts'
import { useFormState } from '../../draft/form-context.ts'
import { valueAt } from '../../draft/pointer.ts'
import { Fold } from '../../fields/Fold.tsx'
import fields from '../fields.module.css'
import * as texts from '../texts.ts'

// Few orders need them.
const PersonDetails = lazy(async () => ({ default: (await import('./PersonDetails.tsx')).PersonDetails }))
const AncestryFields = lazy(async () => ({ default: (await import('./PersonDetails.tsx')).AncestryFields }))

interface MoreAboutPersonProps {
  at: string
  isRelative: boolean
  isTested: boolean
}

/** What is asked of a person only if somebody wants to say it, or if a test depends on it. */
export function MoreAboutPerson({ at, isRelative, isTested }: MoreAboutPersonProps) {
  const isOrder = useFormState(({ document }) => !document.isVOB)
  const use = useFormState(({ tests }) => ancestryUse(tests))
  const isAncestryAsked = isTested && isOrder && use !== 'none'
  const answered = useFormState((state) => answersAt(state.document, at, isAncestryAsked))
  return (
    <Suspense>
      {isAncestryAsked && (
        <fieldset className={fields.fieldset}>
          <legend className={fields.legend}>{texts.ancestry}</legend>
          <p>{texts.ancestryHint}</p>
          <AncestryFields at={at} required={use === 'required'} />
        </fieldset>
      )}
      <div className={fields.more}>
        <Fold
          title={isRelative ? texts.moreAboutRelative : texts.moreAboutPerson}
          paths={[`${at}/sexAndGender`, `${at}/raceAndEthnicity`]}
          hint={texts.moreAboutHint}
          filled={answered === 0 ? null : answered === 1 ? texts.oneAnswer : texts.answers(answered)}
          folded
          isLazy
        >
          <PersonDetails at={at} isRelative={isRelative} withAncestry={!isAncestryAsked} />
        </Fold>
      </div>
    </Suspense>
  )
}

/** Whether the tests require ancestry, show it, or do not use it. */
function ancestryUse(tests: readonly Pick<TestDetails, 'ancestry'>[]): 'none' | 'shown' | 'required' {
  if (tests.some(({ ancestry }) => ancestry?.required)) return 'required'
  return tests.some(({ ancestry }) => ancestry) ? 'shown' : 'none'
}

/** How many questions in the fold are answered. */
function answersAt(document: unknown, at: string, isAncestryAsked: boolean): number {
  const patient = valueAt(document, at) as Patient | undefined
  if (!patient) return 0
  const { raceAndEthnicity } = patient
  const origins = isAncestryAsked ? (raceAndEthnicity ? { raceAndEthnicity } : {}) : patient
  return sexAndGenderLines(patient).length + originLines(origins).length
}
