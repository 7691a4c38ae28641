import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { insurancesOf } from '#domain/orders/insurances.ts'
import { api } from '#portal/api.ts'
import { afterPress } from '#ui/fields/after-press.ts'
import { diagnosisDayOf } from './draft/diagnosis-day.ts'
import { useOrderForm, useRestedFormState } from './draft/form-context.ts'
import type { FormState } from './draft/order-form.ts'
import { codesOf } from './draft/test-choice.ts'

/**
 * What the server's answer depends on: who the people are, who orders, for which VA station, which tests, why, and on which stored
 * specimen.
 */
export const question = (state: FormState) => {
  const { document } = state
  return JSON.stringify([
    document.patients.map(({ key, firstName, lastName, dateOfBirth, sex }) => [
      ...[key, firstName, lastName, dateOfBirth, sex],
    ]),
    document.orderingProvider,
    insurancesOf(document).map(({ company }) => company),
    document.vaStation,
    codesOf(document),
    document.phenotype?.map(({ termId }) => termId),
    document.indicationsForTesting.map(({ code }) => code),
    (document.knownVariants ?? []).map(({ gene, hgncId, transcript, cdna }) => [
      ...[gene, hgncId, transcript, cdna],
    ]),
    diagnosisDayOf(state),
    document.addOn,
    document.pregnancy?.fetuses.map(({ key }) => key),
  ])
}

/** Keeps the form supplied with what only the server knows: earlier orders, the provider, the institution. */
export function useChecks(): void {
  const form = useOrderForm()
  const restedQuestion = useRestedFormState(question, 600)
  const hospital = form.hospitalCode
  const { data } = useQuery({
    queryKey: ['order-check', hospital, form.orderId() ?? 'new', restedQuestion],
    queryFn: () =>
      api.orders.check({
        params: { hospital },
        body: { document: form.state().document, orderId: form.orderId() ?? null },
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  useEffect(() => {
    // A warning that comes with it must not move what is being pressed away.
    if (data) afterPress(() => form.setChecked(data.facts))
  }, [form, data])
}
