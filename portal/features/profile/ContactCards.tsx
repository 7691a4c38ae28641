import { Anchor, TextInput } from '@mantine/core'
import { z } from 'zod'
import { brand } from '#brand/brand.ts'
import { addressEntry, addressList } from '#contract/addresses.ts'
import { phoneEntry, phoneList } from '#contract/people.ts'
import { type Physician, physiciansRoutes } from '#contract/physicians.ts'
import { api, queryClient } from '#portal/api.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { useSession } from '#portal/session/session.ts'
import { AddressesField } from '#ui/fields/AddressesField.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import { personName } from '../users/public.ts'
import { refreshAllTabs } from './other-tabs.ts'
import classes from './profile.module.css'
import { SectionCard } from './SectionCard.tsx'
import { useSection } from './use-section.ts'

/** Puts what was saved into the session's own copy at once; what the server made of it follows. */
function announceSaved(part: Partial<Physician>): void {
  queryClient.setQueryData(profileOptions.queryKey, (before) => before && { ...before, ...part })
  void refreshAllTabs(profileOptions.queryKey)
}

/** Who the user is: what is registered stands, prefix and suffix can be changed. */
export function PersonCard() {
  const { user } = useSession()
  const section = useSection({
    name: 'name',
    saved: { prefix: user.prefix, suffix: user.suffix },
    rules: physiciansRoutes.changeName.body,
    shape: z.object({ prefix: z.string(), suffix: z.string() }),
    save: async (name) => {
      await api.physicians.changeName({ params: { id: user.id }, body: name })
      announceSaved(name)
    },
  })
  const text = (field: 'prefix' | 'suffix') => ({
    maxLength: 20,
    value: section.value[field],
    error: section.errorAt(`/${field}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      section.change({ ...section.value, [field]: event.currentTarget.value }),
  })
  const { prefix, suffix } = section.value
  return (
    <SectionCard
      section={section}
      title="You"
      sub={
        <>
          Name, email and NPI stand as you registered them. To have them changed, write to{' '}
          <Anchor href={`mailto:${brand.contact.email}`}>{brand.contact.email}</Anchor>.
        </>
      }
      saveLabel="Save prefix and suffix"
    >
      <dl className={classes.facts}>
        <dt>Name</dt>
        <dd>{personName({ ...user, prefix, suffix })}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>NPI</dt>
        <dd>{user.npi === '' ? 'None' : user.npi}</dd>
        <dt>Provider type</dt>
        <dd>{user.providerType}</dd>
      </dl>
      <div className={classes.pair}>
        <TextInput label="Prefix" placeholder="Dr" autoComplete="honorific-prefix" {...text('prefix')} />
        <TextInput label="Suffix" placeholder="MD" autoComplete="honorific-suffix" {...text('suffix')} />
      </div>
    </SectionCard>
  )
}

export function PhonesCard() {
  const { user } = useSession()
  const section = useSection({
    name: 'phones',
    saved: user.phoneNumbers,
    rules: phoneList,
    shape: z.array(phoneEntry.extend({ phoneNumber: z.string() })),
    save: async (phoneNumbers) => {
      await api.physicians.changePhones({ params: { id: user.id }, body: phoneNumbers })
      announceSaved({ phoneNumbers })
    },
  })
  return (
    <SectionCard
      section={section}
      title="Phone numbers"
      sub="The laboratory calls the first one, and sends faxes to the one of type Fax."
      saveLabel="Save phone numbers"
    >
      <PhonesField
        label="Phone numbers"
        labelHidden
        name="phones"
        value={section.value}
        onChange={section.change}
        errors={(index, field) => section.errorAt(`/${index}/${field}`)}
      />
    </SectionCard>
  )
}

export function AddressesCard() {
  const { user } = useSession()
  const section = useSection({
    name: 'addresses',
    saved: user.addresses,
    rules: addressList,
    shape: z.array(addressEntry),
    save: async (addresses) => {
      await api.physicians.changeAddresses({ params: { id: user.id }, body: addresses })
      announceSaved({ addresses })
    },
  })
  return (
    <SectionCard
      section={section}
      title="Addresses"
      sub="Where you get mail and bills. An address of type All serves for everything."
      saveLabel="Save addresses"
    >
      <AddressesField
        label="Addresses"
        labelHidden
        name="addresses"
        value={section.value}
        onChange={section.change}
        errors={(index, field) => section.errorAt(`/${index}/${field}`)}
      />
    </SectionCard>
  )
}
