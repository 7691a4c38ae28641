import { Button } from '@mantine/core'
import { KIT_STATUS_WORDS, type KitStatus } from '#domain/kits/kit.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import * as texts from './texts.ts'

interface EmptyKitsProps {
  status: KitStatus | undefined
  q: string
  kit: string | undefined
  /** Shows everything again. */
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyKits({ status, q, kit, onClear }: EmptyKitsProps) {
  const { institution, can } = useSession()
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.showAllKitOrders}
    </Button>
  )
  if (q)
    return (
      <EmptyState
        title={texts.nothingFound(q)}
        text={
          status || kit
            ? texts.searchScope([status && KIT_STATUS_WORDS[status], kit].filter(Boolean).join(', '))
            : texts.searchHint
        }
        action={clear}
      />
    )
  if (status || kit)
    return (
      <EmptyState
        title={texts.noMatchingKitOrders}
        text={texts.noneMatching(
          institution.name,
          [status && `“${KIT_STATUS_WORDS[status]}”`, kit && `of kit “${kit}”`].filter(Boolean).join(' and '),
        )}
        action={clear}
      />
    )
  return (
    <EmptyState
      title={texts.noKitsOrderedYet}
      text={texts.noKitsHint(institution.name)}
      action={can('CreateOrder') && <ButtonLink to="/kit-order">{texts.orderKits}</ButtonLink>}
    />
  )
}
