import { Checkbox, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type NotificationSettings, notificationSettings } from '#contract/physicians.ts'
import { api, queryClient } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { LoadedCard } from './LoadedCard.tsx'
import { refreshAllTabs } from './other-tabs.ts'
import { notificationsOptions } from './queries.ts'
import { SectionCard } from './SectionCard.tsx'
import { useSection } from './use-section.ts'

const NOTICE_LABELS = {
  reportReady: 'A report is ready',
  reportCorrected: 'A report was corrected',
  sampleReceived: 'The laboratory has received the sample',
  actionNeeded: 'The laboratory asks or notes something, or a sample is to be taken again',
} as const satisfies Partial<Record<keyof NotificationSettings, string>>
const KINDS = Object.keys(NOTICE_LABELS) as (keyof typeof NOTICE_LABELS)[]

export function NotificationsCard() {
  const { user } = useSession()
  const settings = useQuery(notificationsOptions(user.id))
  return (
    <LoadedCard query={settings} title="News by email" rows={5}>
      {(saved) => <Notifications saved={saved} />}
    </LoadedCard>
  )
}

function Notifications({ saved }: { saved: NotificationSettings }) {
  const { user } = useSession()
  const options = notificationsOptions(user.id)
  const section = useSection({
    name: 'notifications',
    saved,
    rules: notificationSettings,
    save: async (settings) => {
      await api.physicians.changeNotifications({ params: { id: user.id }, body: settings })
      queryClient.setQueryData(options.queryKey, settings)
      void refreshAllTabs(options.queryKey)
    },
  })
  const { value, change } = section
  return (
    <SectionCard
      section={section}
      title="News by email"
      sub={`Sent to ${user.email}. An email never names a patient or a test: it leads to the order, where you log in.`}
      saveLabel="Save email settings"
    >
      <Radio.Group
        label="Of which orders"
        value={value.whose}
        onChange={(choice) => {
          if (choice === 'mine' || choice === 'institution') change({ ...value, whose: choice })
        }}
      >
        <Stack gap="xs" mt={8} mb="md">
          <Radio
            value="mine"
            label="My orders"
            description="Those that you prepared or submitted, that name you as the ordering provider, or that were handed to you."
          />
          <Radio
            value="institution"
            label="All orders of my institutions"
            description="Where your role lets you see orders."
          />
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label="Which news"
        value={KINDS.filter((kind) => value[kind])}
        onChange={(chosen) =>
          change({
            ...value,
            reportReady: chosen.includes('reportReady'),
            reportCorrected: chosen.includes('reportCorrected'),
            sampleReceived: chosen.includes('sampleReceived'),
            actionNeeded: chosen.includes('actionNeeded'),
          })
        }
      >
        <Stack gap="xs" mt={8}>
          {KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={NOTICE_LABELS[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </SectionCard>
  )
}
