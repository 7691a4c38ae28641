import { Anchor } from '@mantine/core'
import type { User } from '#contract/users.ts'
import { Card } from '#ui/Card.tsx'
import { DetailList } from '#ui/DetailList.tsx'
import { AccountName } from './AccountName.tsx'
import { PhoneLines } from './PhoneLines.tsx'
import { RegistryLine } from './RegistryLine.tsx'
import * as texts from './texts.ts'

/** Who somebody is, and how they are reached. */
export function ContactCard({ user }: { user: User }) {
  return (
    <Card title={texts.contact}>
      <DetailList
        details={[
          [texts.accountsName, user.accountName && <AccountName key="account" name={user.accountName} />],
          ['Email', <Anchor key="email" href={`mailto:${user.email}`} children={user.email} />],
          ['Phones', user.phoneNumbers.length > 0 ? <PhoneLines phones={user.phoneNumbers} /> : 'None'],
          [texts.providerType, user.providerType],
          ['NPI', user.npi ? <RegistryLine person={user} /> : 'None'],
          [
            texts.actsFor,
            user.delegate && texts.actsForProvider(user.delegate.providerName, user.delegate.providerNpi),
          ],
          ['Institution', `${user.institution.name} (${user.institution.code})`],
        ]}
      />
    </Card>
  )
}
