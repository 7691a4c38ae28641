import type { OrderDocument } from '#domain/orders/document.ts'
import { relativesOf } from '#domain/orders/family.ts'
import { useFormState, usePeople } from '../draft/form-context.ts'
import { InsuranceCard } from './payment/InsuranceCard.tsx'
import { PayerFields } from './payment/PayerFields.tsx'
import { RelativePayer } from './payment/RelativePayer.tsx'
import { SectionCard } from './SectionCard.tsx'

const relatives = (document: OrderDocument) => relativesOf(document).map(({ key }) => key)

/** Who pays: for the order, and for relatives who do not go with it. */
export function PaymentSection() {
  const people = usePeople(relatives)
  const insured = useFormState(
    ({ document }) =>
      document.payment.billingType === 'Insurance' ||
      document.patients.some(({ payment }) => payment?.billingType === 'Insurance'),
  )
  return (
    <SectionCard section="payment">
      <PayerFields at="/payment" />
      {people.map((key, position) => (
        <RelativePayer key={key} at={`/patients/${position + 1}`} patientKey={key} />
      ))}
      {insured && <InsuranceCard />}
    </SectionCard>
  )
}
