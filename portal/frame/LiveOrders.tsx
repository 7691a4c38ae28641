import { Anchor, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchWithToken } from '../api.ts'
import { onTokenRenewed, signInState } from '../session/identity.ts'
import { listenToOrders, type OrderNews } from '../session/live.ts'
import { useSession } from '../session/session.ts'

/** Keeps every list and count fresh while the app is open, and says when a report has come. */
export function LiveOrders() {
  const { user, institution, institutions, selectInstitution } = useSession()
  const queries = useQueryClient()
  const [announced, announce] = useState('')
  const mayListen = user.customerRoles.some((role) => role.permissions.includes('ViewOrder'))

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

  useEffect(() => {
    if (!mayListen) return
    const live = listenToOrders({
      url: '/api/events',
      fetch: (url, init) => fetchWithToken(url, init),
      onNews: (news) => {
        void queries.invalidateQueries({ queryKey: ['orders', news.hospitalCode] })
        if (news.kind === 'reported' || news.kind === 'report-corrected') tell(news)
      },
      onReopened: () => void queries.invalidateQueries({ queryKey: ['orders'] }),
      worthTrying: () => !signInState().ended,
    })
    const forget = onTokenRenewed(live.reconnect)
    return () => {
      forget()
      live.stop()
    }
  }, [mayListen, queries])

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {announced}
    </VisuallyHidden>
  )
}
