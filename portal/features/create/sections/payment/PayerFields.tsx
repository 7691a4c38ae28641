import { Group, Radio } from '@mantine/core'
import { memo } from 'react'
import { BILLING_TYPES, type BillingType, HOLDER_RELATIONSHIPS, INSURANCE_KINDS } from '#domain/lookups.ts'
import type { Payment } from '#domain/orders/document.ts'
import { BILLING_LABELS, PAYMENT_METHOD_LABELS } from '#portal/order/labels.ts'
import { CoverageCheck } from '../../coverage/CoverageCheck.tsx'
import { useField, useFormState } from '../../draft/form-context.ts'
import { DateField } from '../../fields/DateField.tsx'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { CompanyField } from './CompanyField.tsx'
import { MemberIdField } from './MemberIdField.tsx'

/** The price is that of the order: a relative’s own insurance is not asked. */
const ORDERS_OWN = '/payment/insurance'

/** The payment at `/payment`, or a relative's own at `/patients/n/payment`. */
export const PayerFields = memo(function PayerFields({ at }: { at: string }) {
  const { value: payment, set } = useField<Payment>(at)
  const path = `${at}/billingType`
  const { input } = useField(path)
  // How the patient pays belongs to self-pay only; the insurance stays, so that a second thought costs nothing.
  const choose = (billingType: BillingType) => set({ ...payment, billingType, paymentMethod: 'None' })
  return (
    <>
      <Radio.Group
        {...input}
        label={<FieldLabel path={path} />}
        value={payment.billingType}
        onChange={(value) => choose(value as BillingType)}
      >
        <Group mt="xs" gap="lg">
          {BILLING_TYPES.map((type) => (
            <Radio key={type} value={type} label={BILLING_LABELS[type]} />
          ))}
        </Group>
      </Radio.Group>
      {payment.billingType === 'SelfPay' && <MethodChoice path={`${at}/paymentMethod`} />}
      {payment.billingType === 'Insurance' && <InsuranceFields at={`${at}/insurance`} />}
    </>
  )
})

function MethodChoice({ path }: { path: string }) {
  const { value, set, input } = useField<string>(path)
  return (
    <Radio.Group {...input} mt="md" label={<FieldLabel path={path} />} value={value} onChange={set}>
      <Group mt="xs" gap="lg">
        {Object.entries(PAYMENT_METHOD_LABELS).map(([method, label]) => (
          <Radio key={method} value={method} label={label} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function InsuranceFields({ at }: { at: string }) {
  // A genetic counselor may not order what Medicare pays: only there the kind decides something.
  const counselor = useFormState((state) => state.checked.provider?.geneticCounselor === true)
  const { value: holder } = useField<string>(`${at}/holderRelationship`)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.insurance}</legend>
      <FieldGrid>
        <CompanyField at={at} />
        <SelectField path={`${at}/kind`} optional={!counselor} data={[...INSURANCE_KINDS]} />
        {at === ORDERS_OWN ? (
          <MemberIdField path={`${at}/memberId`} />
        ) : (
          <TextField path={`${at}/memberId`} />
        )}
        <TextField path={`${at}/groupNumber`} optional />
        <SelectField
          path={`${at}/holderRelationship`}
          description={texts.holderHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[...HOLDER_RELATIONSHIPS]}
        />
        {holder !== '' && holder !== 'Self' && (
          <>
            <TextField path={`${at}/holderFirstName`} />
            <TextField path={`${at}/holderLastName`} />
            <DateField path={`${at}/holderDateOfBirth`} />
          </>
        )}
      </FieldGrid>
      {at === ORDERS_OWN && <CoverageCheck />}
    </fieldset>
  )
}
