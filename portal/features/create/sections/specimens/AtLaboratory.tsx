import type { AddOn } from '#domain/orders/document.ts'
import { showDate } from '#ui/dates.ts'
import { useFormState } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

const KIND_WORDS: Record<AddOn['kind'], string> = {
  'add-on': texts.additionalTest,
  reflex: texts.reflexTest,
  reanalysis: texts.reanalysis,
}

/** The proband's specimen of an add-on order: the laboratory has it, so none is sent. */
export function AtLaboratory({ addOn }: { addOn: AddOn }) {
  const sample = useFormState(({ checked }) => checked.specimenOf?.sample)
  const collected = sample?.dateOfCollection ? `, collected ${showDate(sample.dateOfCollection)}` : ''
  return (
    <div className={classes.person}>
      <div className={classes.name}>
        {sample ? `${sample.specimenType}${collected}` : texts.specimenAtLaboratory}
      </div>
      <div className={classes.facts}>{texts.labNumberAndKind(addOn.labNumber, KIND_WORDS[addOn.kind])}</div>
    </div>
  )
}
