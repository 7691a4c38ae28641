import { useEffect, useState } from 'react'
import { fileAddress } from './file.ts'

/** The address of the bytes while they are shown; given back when they are not. */
export function useFileAddress(bytes: Uint8Array | undefined, mediaType: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return
    const made = fileAddress(bytes, mediaType)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [bytes, mediaType])
  return address
}
