/**
 * `fetch` for servers of others, whose answers libraries read as a whole: one of more than `most` bytes, unpacked, cannot be
 * read, and no redirect is followed. The time is for the caller to limit.
 */
export function boundedFetch(most: number) {
  return async (address: string, options: Options): Promise<Response> => {
    const response = await fetch(address, { ...(options as RequestInit), redirect: 'error' })
    const { body, status, statusText, headers } = response
    if (body === null) return response
    let length = 0
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          length += part.length
          if (length > most) controller.error(new Error(`the answer has more than ${most} bytes`))
          else controller.enqueue(part)
        },
      }),
    )
    return new Response(counted, { status, statusText, headers })
  }
}

/** Libraries write undefined where `fetch` wants nothing. */
type Options = { [Name in keyof RequestInit]?: RequestInit[Name] | undefined }
