import { Fragment } from 'react'
import type { Order } from '#contract/order.ts'
import type { Contact, Patient, PatientKey } from '#domain/orders/document.ts'
import { relationInWords, roleOfPregnant, whoIs } from '#domain/orders/family.ts'
import { originLines } from '#domain/orders/race-and-ancestry.ts'
import { sexAndGenderLines } from '#domain/orders/sex-and-gender.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { parentageLines, signingLines, subjectLines } from '#domain/orders/subject-lines.ts'
import { isRecollectionDue, specimenKey } from '#domain/samples/sample.ts'
import { parcelOnItsWay } from '#domain/shipments/parcel.ts'
import classes from '#portal/order/card-table.module.css'
import facts from '#portal/order/content-card.module.css'
import { addressInWords } from '#portal/order/person.ts'
import { bornAndSex, bornThenSex, fullName } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { PhoneNumber } from '#ui/PhoneNumber.tsx'
import { RelatedOrders } from './RelatedOrders.tsx'
import * as texts from './texts.ts'

/** The people of the order, the patient first, with their samples; then the orders of the family. */
export function PatientsCard({ order }: { order: Order }) {
  const { patients } = order.document
  const about = [...subjectLines(order.document), ...parentageLines(order.document)]
  return (
    <Card
      title={
        patients.length > 1 || order.relatedOrders.some((one) => one.as === 'relative')
          ? texts.family
          : texts.patient
      }
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col">{texts.dobSex}</th>
            <th scope="col">{texts.contact}</th>
          </tr>
        </thead>
        <tbody>
          {patients.map((patient, index) => (
            <tr key={patient.key}>
              <td>
                <div className={classes.name}>{fullName(patient)}</div>
                <Second
                  lines={[
                    (index === 0 && roleOfPregnant(order.document)) || capital(relationInWords(patient)),
                    patient.affected.toLowerCase(),
                    patient.recordNumber && texts.mrn(patient.recordNumber),
                  ]}
                />
                <Second lines={samplesOf(order, patient.key)} />
                {index === 0 &&
                  fetusesOf(order.document).map(({ key }) => (
                    <Second
                      key={key}
                      lines={[whoIs(order.document, key).replace(/^the /, ''), ...samplesOf(order, key)]}
                    />
                  ))}
              </td>
              <td data-name={texts.dobSex}>
                <InlineList of={bornThenSex(patient)} />
                {!bornAndSex(patient) && '–'}
                <Second lines={patient.ethnicities} />
                {[...sexAndGenderLines(patient), ...originLines(patient), ...signingLines(patient)].map(
                  ([name, value]) => (
                    <Second key={name} lines={[`${name}: ${value}`]} />
                  ),
                )}
              </td>
              <td data-name="Contact">
                <Contacts patient={patient} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {about.length > 0 && (
        <dl className={facts.facts}>
          {about.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <RelatedOrders order={order} />
    </Card>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** `Blood arrived`, one for each sample of the person. */
function samplesOf({ samples, document, state }: Order, patient: PatientKey): string[] {
  const keys = document.samples.filter((one) => one.patient === patient).map(({ key }) => key)
  return samples
    .filter(({ key }) => keys.includes(specimenKey(key)))
    .map((sample) => `${sample.specimenType} ${sampleStateInWords(sample, state)}`)
}

function sampleStateInWords(sample: Order['samples'][number], state: Order['state']): string {
  if (sample.rejected) return 'rejected'
  if (isRecollectionDue(sample, state)) return texts.recollectionOpen
  if (sample.isAccessioned) return 'arrived'
  return parcelOnItsWay(sample.shipment) ? texts.inTransit : texts.notSent
}

function Second({ lines }: { lines: readonly string[] }) {
  const given = lines.filter(Boolean)
  if (given.length === 0) return null
  return (
    <div className={classes.second}>
      <InlineList by="," of={given} />
    </div>
  )
}

function Contacts({ patient: { contacts, addresses, preferredContact } }: { patient: Patient }) {
  const given = contacts.filter(({ value }) => value.trim() !== '')
  const addressLines = addresses.map(addressInWords).filter(Boolean)
  if (given.length === 0 && addressLines.length === 0) return '–'
  return (
    <>
      {given.map((contact, index) => (
        <div key={index}>
          <ContactValue contact={contact} />
        </div>
      ))}
      {addressLines.map((addressLine, index) => (
        <Second key={index} lines={[addressLine]} />
      ))}
      {preferredContact && <Second lines={[texts.preferredContact(preferredContact)]} />}
    </>
  )
}

/** An e-mail address breaks before its host, if anywhere. */
function Breakable({ address }: { address: string }) {
  const [mailbox, host] = address.split('@')
  return (
    <>
      {mailbox}
      {host !== undefined && (
        <>
          <wbr />@{host}
        </>
      )}
    </>
  )
}

const DIALLED: readonly Contact['type'][] = ['Phone', 'Fax', 'Sms', 'Pager']

/** A number says by its shape that it is a phone's; a fax or a pager has to be named. */
function ContactValue({ contact: { type, reference, value } }: { contact: Contact }) {
  const named = [
    ['Phone', 'Email', 'Url'].includes(type) ? '' : type.toLowerCase(),
    reference === 'Home' ? '' : reference.toLowerCase(),
  ].filter(Boolean)
  return (
    <>
      {DIALLED.includes(type) ? <PhoneNumber e164={value} /> : <Breakable address={value} />}
      {named.length > 0 && ` (${named.join(', ')})`}
    </>
  )
}
