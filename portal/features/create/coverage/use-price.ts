import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PriceView } from '#contract/coverage.ts'
import { type PriceSubject, priceOptions, priceQuestion } from '#portal/features/coverage/public.ts'
import { useFormState, useOrderForm, useRestedFormState } from '../draft/form-context.ts'
import type { FormState } from '../draft/order-form.ts'
import { codesOf } from '../draft/test-choice.ts'

const question = ({ document }: FormState) => priceQuestion(document)
const affectsPrice = ({ document }: FormState) =>
  codesOf(document).length > 0 || document.payment.billingType === 'Insurance'

/** What is known of the price of what is in the form; the one before stays until the new one is there. */
export function usePrice(): UseQueryResult<PriceView> {
  const form = useOrderForm()
  const orderId = useSyncExternalStore(form.autosave.subscribe, form.orderId)
  const restedQuestion = useRestedFormState(question, 500)
  return useQuery({
    ...priceOptions(form.hospitalCode, orderId ?? null, restedQuestion),
    enabled: useFormState(affectsPrice),
  })
}

/** What is in the form, to be asked about. */
export function useAbout(): () => PriceSubject {
  const form = useOrderForm()
  return () => ({
    hospital: form.hospitalCode,
    document: form.state().document,
    orderId: form.orderId() ?? null,
  })
}
