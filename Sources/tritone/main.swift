print("tritone")
