/** Why a session is over in this tab while its page is still there. */
export type SessionEndReason = 'idle' | 'elsewhere'

interface Message {
  /** The identity provider's id of the user who is logged out; other users' tabs are not meant. */
  subject: string
  reason: SessionEndReason
}

/** Tells the same user's other tabs that they are logged out. `onOver` is called for those that are told so. */
export function createTabs(
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  subject: () => string | null,
  onOver: (reason: SessionEndReason) => void,
) {
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.subject === subject()) onOver(data.reason)
  })
  return {
    broadcast(reason: SessionEndReason): void {
      const own = subject()
      if (own !== null) channel.postMessage({ subject: own, reason } satisfies Message)
    },
  }
}
