import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddressEntry } from '#contract/addresses.ts'
import type { Institution } from '#contract/institutions.ts'
import { cityLines } from '#domain/addresses/in-lines.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { DetailList } from '#ui/DetailList.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InstitutionForm, isInstitutionTyped } from './InstitutionForm.tsx'
import { PhoneLines } from './PhoneLines.tsx'
import { institutionOptions } from './queries.ts'
import * as texts from './texts.ts'

/** Addresses and phones of the selected institution, to be changed by those who may. */
export function InstitutionCard() {
  const { institution } = useSession()
  return <LoadedInstitution key={institution.id} id={institution.id} />
}

function LoadedInstitution({ id }: { id: number }) {
  const { user } = useSession()
  const query = useQuery(institutionOptions(id))
  const [editing, setEditing] = useState(() => isInstitutionTyped(user.id, id))
  const { data } = query
  if (data === undefined)
    return (
      <Card title={texts.institution}>
        {query.isError ? (
          <ErrorState problem={query.error} retry={() => query.refetch()} />
        ) : (
          [70, 50, 60].map((width) => <Skeleton key={width} height={12} my={12} width={`${width}%`} />)
        )}
      </Card>
    )
  if (editing && data.mayChange)
    return <InstitutionForm institution={data} onClose={() => setEditing(false)} />
  return (
    <Card
      title={texts.institution}
      sub={texts.institutionHint}
      action={
        data.mayChange && (
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      <InstitutionDetails institution={data} />
    </Card>
  )
}

function InstitutionDetails({ institution }: { institution: Institution }) {
  const { institutionName, institutionCode, parentInstitutionCode, addresses, phones } = institution
  const parent = useSession().institutions.find(({ code }) => code === parentInstitutionCode)
  return (
    <DetailList
      details={[
        ['Name', `${institutionName} (${institutionCode})`],
        [texts.partOf, parent ? `${parent.name} (${parent.code})` : parentInstitutionCode],
        ...addresses.map(
          (address, index) =>
            [
              address.type === 'All' ? 'Address' : texts.addressOf(address.type),
              <AddressLines key={index} address={address} />,
            ] as const,
        ),
        ...(addresses.length === 0 ? [['Addresses', texts.noneYet] as const] : []),
        ['Phones', phones.length > 0 ? <PhoneLines phones={phones} /> : texts.noneYet],
      ]}
    />
  )
}

function AddressLines({ address }: { address: AddressEntry }) {
  const { addressLine1, addressLine2 } = address
  return (
    <>
      <div>{[addressLine1, addressLine2].filter(Boolean).join(', ')}</div>
      {cityLines(address).map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </>
  )
}
