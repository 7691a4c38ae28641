import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { SEXES } from '#domain/lookups.ts'
import { PARTNERS_AT_MOST } from '#domain/partners/partner-search.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { PartnerSearch } from '#ui/PartnerSearch.tsx'
import type { Known } from './new-relative.ts'

interface FindPartnerProps {
  disabled: boolean
  onFound: (known: Known) => void
}

/** The patient's partner, found among those for whom the institution has ordered before (DLG-08). */
export function FindPartner({ disabled, onFound }: FindPartnerProps) {
  const { institution, configuration } = useSession()
  const [opened, { open, close }] = useDisclosure(false)

  const search = async (keyword: string) => {
    const { ordersDTO } = await api.orders.list({
      params: { hospital: institution.code },
      query: { keyword, top: PARTNERS_AT_MOST },
    })
    // Somebody with several orders is found once, by the newest.
    const people = new Map(
      ordersDTO.toReversed().map(({ id, patient, accessionNumber }) => {
        const who = `${patient.lastName}\n${patient.firstName}\n${patient.dateOfBirth}`
        return [who.toLowerCase(), { ...patient, key: String(id), accessionNumber }] as const
      }),
    )
    return [...people.values()].toReversed()
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        disabled={disabled}
        onClick={open}
      >
        Find partner
      </Button>
      <PartnerSearch
        opened={opened}
        institution={institution.code}
        search={search}
        detail={({ accessionNumber }) => (accessionNumber === null ? '' : `lab number ${accessionNumber}`)}
        dateVariant={configuration.features.calendarDates ? 'calendar' : 'selects'}
        onClose={close}
        onSelect={({ firstName, lastName, dateOfBirth, sex }) => {
          close()
          onFound({ firstName, lastName, dateOfBirth, sex: SEXES.find((one) => one === sex) ?? '' })
        }}
      />
    </>
  )
}
