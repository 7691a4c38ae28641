import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { SEXES } from '#domain/lookups.ts'
import type { PartnerQuery } from '#domain/partners/partner-search.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { PartnerSearch } from '#ui/PartnerSearch.tsx'
import * as texts from '../texts.ts'
import type { KnownDetails } from './new-relative.ts'

interface FindPartnerProps {
  disabled: boolean
  onFound: (known: KnownDetails) => void
}

/** The patient's partner, found among the people whom orders of the institution name (DLG-08). */
export function FindPartner({ disabled, onFound }: FindPartnerProps) {
  const { institution, configuration } = useSession()
  const [opened, { open, close }] = useDisclosure(false)

  const search = async (query: PartnerQuery) => {
    const { people, isCut } = await api.orders.people({ params: { hospital: institution.code }, query })
    return { people: people.map((one, index) => ({ ...one, key: `${one.orderId} ${index}` })), isCut }
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
        {texts.findPartner}
      </Button>
      <PartnerSearch
        opened={opened}
        institution={institution.code}
        search={search}
        detail={({ orderId, accessionNumber, relationship }) =>
          [
            relationship !== 'Proband' && relationship.toLowerCase(),
            accessionNumber === null ? texts.orderNumber(orderId) : texts.labNumber(accessionNumber),
          ]
            .filter(Boolean)
            .join(', ')
        }
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
