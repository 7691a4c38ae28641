import { Anchor, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { onOrderNews } from '../session/LiveNews.tsx'
import type { OrderNews } from '../session/live.ts'
import { useSession } from '../session/session.ts'

/** Says when a report has come. */
export function ReportNews() {
  const { institution, institutions, selectInstitution } = useSession()
  const [announced, announce] = useState('')

  const tell = useEffectEvent(({ orderId, hospitalCode, kind }: OrderNews) => {
    const elsewhere = institutions.find((one) => one.code === hospitalCode && one.code !== institution.code)
    const what = kind === 'report-corrected' ? 'Corrected report' : 'Report ready'
    const text = `${what}: order ${orderId}${elsewhere ? `, ${elsewhere.name}` : ''}`
    const id = `report-${orderId}`
    announce(text)
    notifications.show({
      id,
      // Not said twice: the live region below has the words.
      role: 'status',
      'aria-live': 'off',
      autoClose: 12_000,
      message: (
        <Anchor
          renderRoot={(props) => (
            <Link to="/order/details/$id" params={{ id: String(orderId) }} hash="report" {...props} />
          )}
          onClick={() => {
            if (elsewhere) selectInstitution(elsewhere.code)
            notifications.hide(id)
          }}
        >
          {text}
        </Anchor>
      ),
    })
  })

  useEffect(
    () =>
      onOrderNews((news) => {
        if (news.kind === 'reported' || news.kind === 'report-corrected') tell(news)
      }),
    [],
  )

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {announced}
    </VisuallyHidden>
  )
}
