import type { Order } from '#contract/orders.ts'
import type { Patient, Sample } from '#domain/orders/document.ts'
import { Card } from '#ui/Card.tsx'
import classes from './patients-card.module.css'
import { bornAndSex, fullName, typedDate } from './words.ts'

/** The persons of the order, and the specimens of each. */
export function PatientsCard({ order }: { order: Order }) {
  const { patients, samples } = order.document
  return (
    <Card title="Patient and specimens">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Born, sex</th>
            <th scope="col">Contact</th>
            <th scope="col">Specimens</th>
          </tr>
        </thead>
        <tbody>
          {patients.map((patient, index) => (
            <tr key={index}>
              <td>
                <Person patient={patient} />
              </td>
              <td data-name="Born, sex">
                {bornAndSex(patient) || '–'}
                <Second parts={patient.ethnicities} />
              </td>
              <td data-name="Contact">
                <Contact patient={patient} />
              </td>
              <td data-name="Specimens">
                <Specimens samples={samples.filter((sample) => sample.patient === index)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Second({ parts }: { parts: readonly (string | false)[] }) {
  const text = parts.filter(Boolean).join(', ')
  return text ? <div className={classes.second}>{text}</div> : null
}

function Person({ patient }: { patient: Patient }) {
  return (
    <>
      <div className={classes.name}>{fullName(patient)}</div>
      <Second parts={[patient.relationship, patient.recordNumber !== '' && `MRN ${patient.recordNumber}`]} />
    </>
  )
}

function Contact({ patient: { phone, email, address } }: { patient: Patient }) {
  const place = [
    address.addressLine1,
    address.addressLine2,
    address.city,
    `${address.state} ${address.postalCode}`.trim(),
  ].filter(Boolean)
  const [mailbox, host] = email.split('@')
  if (!phone && !email && place.length === 0) return '–'
  return (
    <>
      {phone && <div>{phone}</div>}
      {email && (
        <div>
          {mailbox}
          {host !== undefined && (
            <>
              <wbr />@{host}
            </>
          )}
        </div>
      )}
      <Second parts={place} />
    </>
  )
}

function Specimens({ samples }: { samples: readonly Sample[] }) {
  if (samples.length === 0) return 'None'
  return samples.map((sample, index) => (
    <div key={index}>
      {sample.specimenType || 'Not chosen yet'}
      <Second parts={[sample.dateOfCollection !== '' && `collected ${typedDate(sample.dateOfCollection)}`]} />
    </div>
  ))
}
