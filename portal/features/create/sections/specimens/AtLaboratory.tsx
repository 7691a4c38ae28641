import { useQuery } from '@tanstack/react-query'
import type { AddOn } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { showDate } from '#ui/dates.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

const KIND_WORDS: Record<AddOn['kind'], string> = {
  'add-on': texts.additionalTest,
  reflex: texts.reflexTest,
  reanalysis: texts.reanalysis,
}

/** The proband's specimen of an add-on order: the laboratory has it, so none is sent. */
export function AtLaboratory({ addOn }: { addOn: AddOn }) {
  const hospital = useSession().institution.code
  const { data: order } = useQuery({
    queryKey: ['orders', hospital, 'one', addOn.orderId],
    queryFn: () => api.orders.get({ params: { hospital, id: addOn.orderId } }),
  })
  const sample = order?.samples.find(({ id }) => id === addOn.sampleId)
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
