import { Button, Group, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { z } from 'zod'
import { addressEntry, addressList } from '#contract/addresses.ts'
import type { Institution } from '#contract/institutions.ts'
import { phoneEntry, phoneList } from '#contract/people.ts'
import { api } from '#portal/api.ts'
import { SectionCard } from '#portal/sections/SectionCard.tsx'
import { Sections } from '#portal/sections/Sections.tsx'
import { UnsavedContext } from '#portal/sections/unsaved.ts'
import { typed, useSection } from '#portal/sections/use-section.ts'
import { AddressesField } from '#ui/fields/AddressesField.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import { institutionOptions } from './queries.ts'
import * as texts from './texts.ts'

const LISTS = ['addresses', 'phones'] as const
type List = (typeof LISTS)[number]

const sectionOf = (id: number, list: List) => `institution-${id}-${list}`

/** Whether something is typed for the institution and not saved: it was left by choosing another one, or by a reload. */
export function isInstitutionTyped(userId: number, id: number): boolean {
  return LISTS.some((list) => typed.has(userId, sectionOf(id, list)))
}

interface InstitutionFormProps {
  institution: Institution
  onClose: () => void
}

/** Addresses and phones of an institution, each saved on its own: what a colleague changes meanwhile stays. */
export function InstitutionForm({ institution, onClose }: InstitutionFormProps) {
  return (
    <Sections leaveWarning={texts.institutionLeaveWarning}>
      <Stack gap="md">
        <AddressesSection institution={institution} />
        <PhonesSection institution={institution} />
        <CloseButton onClose={onClose} />
      </Stack>
    </Sections>
  )
}

/** Only what is saved, or discarded, is closed. */
function CloseButton({ onClose }: Pick<InstitutionFormProps, 'onClose'>) {
  const { isUnsaved } = useContext(UnsavedContext)
  return (
    <Group justify="flex-end">
      <Button variant="default" disabled={isUnsaved} onClick={onClose}>
        {texts.closeInstitution}
      </Button>
    </Group>
  )
}

/**
 * Saves a list in place of the version that is known by now: if that is not the one with which the user began, the section
 * has told them.
 */
function useSaveList<L extends List>({ id, versions }: Institution, list: L) {
  const queries = useQueryClient()
  const { queryKey } = institutionOptions(id)
  return async (
    put: (headers: { 'if-match': string | undefined }) => Promise<unknown>,
    entries: Institution[L],
  ) => {
    try {
      // During an upgrade, a portal of the version before names no versions, and asks for none.
      await put({ 'if-match': versions?.[list] })
      queries.setQueryData(queryKey, (before) => before && { ...before, [list]: entries })
    } finally {
      await queries.invalidateQueries({ queryKey })
    }
  }
}

function AddressesSection({ institution }: { institution: Institution }) {
  const { id } = institution
  const save = useSaveList(institution, 'addresses')
  const section = useSection({
    name: sectionOf(id, 'addresses'),
    saved: institution.addresses,
    rules: addressList,
    shape: z.array(addressEntry),
    save: (body) =>
      save((headers) => api.institutions.changeAddresses({ params: { id }, headers, body }), body),
  })
  return (
    <SectionCard section={section} title={texts.addresses} saveLabel={texts.saveAddresses}>
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

function PhonesSection({ institution }: { institution: Institution }) {
  const { id } = institution
  const save = useSaveList(institution, 'phones')
  const section = useSection({
    name: sectionOf(id, 'phones'),
    saved: institution.phones,
    rules: phoneList,
    shape: z.array(phoneEntry.extend({ phoneNumber: z.string() })),
    save: (body) => save((headers) => api.institutions.changePhones({ params: { id }, headers, body }), body),
  })
  return (
    <SectionCard section={section} title={texts.phoneNumbers} saveLabel={texts.savePhoneNumbers}>
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
