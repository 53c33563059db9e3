/** Settles as `work` does, or rejects after `milliseconds`. */
export const within = async <Answer>(
  milliseconds: number,
  work: Promise<Answer>,
): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`No answer within ${milliseconds} ms.`)),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
