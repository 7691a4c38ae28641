import { Checkbox, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type NotificationSettings, notificationSettings } from '#contract/physicians.ts'
import { api, queryClient } from '#portal/api.ts'
import { SectionCard } from '#portal/sections/SectionCard.tsx'
import { useSection } from '#portal/sections/use-section.ts'
import { useSession } from '#portal/session/session.ts'
import { LoadedCard } from './LoadedCard.tsx'
import { refreshAllTabs } from './other-tabs.ts'
import { notificationsOptions } from './queries.ts'
import * as texts from './texts.ts'

const NOTICE_LABELS = {
  reportReady: texts.aReportIsReady,
  reportCorrected: texts.aReportWasCorrected,
  sampleReceived: texts.sampleReceived,
  actionNeeded: texts.actionNeeded,
} as const satisfies Partial<Record<keyof NotificationSettings, string>>
const KINDS = Object.keys(NOTICE_LABELS) as (keyof typeof NOTICE_LABELS)[]

export function NotificationsCard() {
  const { user } = useSession()
  const settings = useQuery(notificationsOptions(user.id))
  return (
    <LoadedCard query={settings} title={texts.emailNotifications} rows={5}>
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
      title={texts.emailNotifications}
      sub={texts.emailHint(user.email)}
      saveLabel={texts.saveEmailSettings}
    >
      <Radio.Group
        label={texts.forWhichOrders}
        value={value.whose}
        onChange={(choice) => {
          if (choice === 'mine' || choice === 'institution') change({ ...value, whose: choice })
        }}
      >
        <Stack gap="xs" mt={8} mb="md">
          <Radio value="mine" label={texts.myOrders} description={texts.myOrdersHint} />
          <Radio value="institution" label={texts.allOrders} description={texts.allOrdersHint} />
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label={texts.notifyMeWhen}
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
