import { memo } from 'react'
import {
  CONTACT_REFERENCES,
  CONTACT_TYPES,
  type ContactReference,
  type ContactType,
  PREFERRED_CONTACTS,
} from '#domain/lookups.ts'
import { CONTACT_USES, referenceFor } from '#domain/orders/contact-use.ts'
import type { Contact } from '#domain/orders/document.ts'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { useField } from '../../draft/form-context.ts'
import { PhoneNumberField } from '../../fields/PhoneNumberField.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import fields from '../fields.module.css'
import { filterRows } from '../filter-rows.ts'
import * as texts from '../texts.ts'
import classes from './people.module.css'

const MOST = 10

/** Whose the address is: the laboratory keeps private ones and those at work apart. */
function UseField({ path }: { path: string }) {
  const { value: reference } = useField<ContactReference>(path)
  return (
    <SelectField
      path={path}
      words={texts.personalOrWork}
      allowDeselect={false}
      clearable={false}
      data={CONTACT_USES.map((use) => ({ value: referenceFor(use, reference), label: use }))}
    />
  )
}

const INPUT_OF: Partial<Record<ContactType, { type: string; inputMode: 'tel' | 'email' | 'url' }>> = {
  Phone: { type: 'tel', inputMode: 'tel' },
  Fax: { type: 'tel', inputMode: 'tel' },
  Sms: { type: 'tel', inputMode: 'tel' },
  Pager: { type: 'tel', inputMode: 'tel' },
  Email: { type: 'email', inputMode: 'email' },
  Url: { type: 'url', inputMode: 'url' },
}

/** How the person at `/patients/n` is reached: a phone and an email address, and more where there are more. */
export const Contacts = memo(function Contacts({ at }: { at: string }) {
  const path = `${at}/contacts`
  const { value: contacts, set } = useField<Contact[]>(path)
  const phone = contacts.findIndex(({ type }) => type === 'Phone')
  const email = contacts.findIndex(({ type }) => type === 'Email')
  const more = filterRows(contacts, (_, index) => index !== phone && index !== email)
  return (
    <>
      <div className={classes.around}>
        <div className={classes.reach}>
          {phone >= 0 && <PhoneNumberField path={`${path}/${phone}/value`} words={texts.phone} optional />}
          {email >= 0 && (
            <TextField path={`${path}/${email}/value`} words={texts.email} optional {...INPUT_OF.Email} />
          )}
          {email >= 0 && contacts[email]?.value !== '' && <UseField path={`${path}/${email}/reference`} />}
          <SelectField path={`${at}/preferredContact`} optional data={[...PREFERRED_CONTACTS]} />
        </div>
      </div>
      <div className={fields.more}>
        <RowList
          label={texts.moreContacts}
          labelHidden
          noun="contact"
          most={MOST - (contacts.length - more.rows.length)}
          value={more.rows}
          onChange={(rows) => set(more.put(rows))}
          fresh={() => more.fresh({ type: 'Phone', reference: 'Mobile', value: '' })}
        >
          {({ index, row }) => (
            <div className={fields.triple}>
              <SelectField {...FIRST_FIELD} path={`${path}/${index}/type`} data={[...CONTACT_TYPES]} />
              <SelectField path={`${path}/${index}/reference`} data={[...CONTACT_REFERENCES]} />
              <TextField path={`${path}/${index}/value`} {...INPUT_OF[row.type]} />
            </div>
          )}
        </RowList>
      </div>
    </>
  )
})
