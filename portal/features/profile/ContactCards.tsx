import { Anchor, TextInput } from '@mantine/core'
import { z } from 'zod'
import { addressEntry, addressList } from '#contract/addresses.ts'
import { phoneEntry, phoneList } from '#contract/people.ts'
import { type Physician, physiciansRoutes } from '#contract/physicians.ts'
import { api, queryClient } from '#portal/api.ts'
import { SectionCard } from '#portal/sections/SectionCard.tsx'
import { useSection } from '#portal/sections/use-section.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { useSession } from '#portal/session/session.ts'
import { brand } from '#ui/brand.ts'
import { AddressesField } from '#ui/fields/AddressesField.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import { personName } from '../users/public.ts'
import { refreshAllTabs } from './other-tabs.ts'
import classes from './profile.module.css'
import * as texts from './texts.ts'

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
      title={texts.you}
      sub={
        <>
          {texts.asRegistered}{' '}
          <Anchor underline="always" href={`mailto:${brand.contact.email}`}>
            {brand.contact.email}
          </Anchor>
          .
        </>
      }
      saveLabel={texts.savePrefixAndSuffix}
    >
      <dl className={classes.facts}>
        <dt>{texts.name}</dt>
        <dd>{personName({ ...user, prefix, suffix })}</dd>
        <dt>{texts.email}</dt>
        <dd>{user.email}</dd>
        <dt>{texts.npi}</dt>
        <dd>{user.npi === '' ? texts.none : user.npi}</dd>
        <dt>{texts.providerType}</dt>
        <dd>{user.providerType}</dd>
      </dl>
      <div className={classes.pair}>
        <TextInput
          label={texts.prefix}
          placeholder={texts.dr}
          autoComplete="honorific-prefix"
          {...text('prefix')}
        />
        <TextInput
          label={texts.suffix}
          placeholder="MD"
          autoComplete="honorific-suffix"
          {...text('suffix')}
        />
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
      title={texts.phoneNumbers}
      sub={texts.phonesHint}
      saveLabel={texts.savePhoneNumbers}
    >
      <PhonesField
        label={texts.phoneNumbers}
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
      title={texts.addresses}
      sub={texts.addressesHint}
      saveLabel={texts.saveAddresses}
    >
      <AddressesField
        label={texts.addresses}
        labelHidden
        name="addresses"
        value={section.value}
        onChange={section.change}
        errors={(index, field) => section.errorAt(`/${index}/${field}`)}
      />
    </SectionCard>
  )
}
