import { relativesOf } from '#domain/orders/family.ts'
import { useFormState } from '../draft/form-context.ts'
import { InsuranceCard } from './payment/InsuranceCard.tsx'
import { PayerFields } from './payment/PayerFields.tsx'
import { RelativePayer } from './payment/RelativePayer.tsx'
import { SectionCard } from './SectionCard.tsx'

/** Who pays: for the order, and for relatives who do not go with it. */
export function PaymentSection() {
  const patients = useFormState((state) => state.document.patients)
  const insured = useFormState(
    ({ document }) =>
      document.payment.billingType === 'Insurance' ||
      document.patients.some(({ payment }) => payment?.billingType === 'Insurance'),
  )
  return (
    <SectionCard section="payment">
      <PayerFields at="/payment" />
      {relativesOf({ patients }).map((patient, position) => (
        <RelativePayer key={patient.key} at={`/patients/${position + 1}`} patient={patient} />
      ))}
      {insured && <InsuranceCard />}
    </SectionCard>
  )
}
