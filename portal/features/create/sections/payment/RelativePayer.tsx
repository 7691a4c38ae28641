import { Group, Radio } from '@mantine/core'
import { memo, useRef } from 'react'
import { blankPayment, type PatientKey, type Payment } from '#domain/orders/document.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useField, useFormState } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { PayerFields } from './PayerFields.tsx'

/** Whether a relative is billed with the order or by themself, and then how. */
export const RelativePayer = memo(function RelativePayer({
  at,
  patientKey,
}: {
  at: string
  patientKey: PatientKey
}) {
  const path = `${at}/payment`
  const { value: payment, set, input } = useField<Payment | null>(path)
  // A second thought costs nothing: what was typed is there again.
  const before = useRef<Payment | null>(null)
  const called = useFormState(({ document }) => calledInOrder(document, patientKey))
  const choose = (own: boolean) => {
    if (own) return set(before.current ?? blankPayment())
    before.current = payment
    set(null)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend beside the heading
    <div role="group" aria-label={texts.paymentOf(called)} className={classes.ownPayer}>
      <Radio.Group
        {...input}
        label={called}
        value={payment === null ? 'order' : 'own'}
        onChange={(value) => choose(value === 'own')}
      >
        <Group mt="xs" gap="lg">
          <Radio value="order" label={texts.billedWithOrder} />
          <Radio value="own" label={texts.hasOwnPayer} />
        </Group>
      </Radio.Group>
      {payment !== null && (
        <div className={classes.ownFields}>
          <PayerFields at={path} />
        </div>
      )}
    </div>
  )
})
