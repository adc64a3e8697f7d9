# Functions as assembler files have them: without type, without size, with labels inside.
    .text
    .globl untyped_before
untyped_before:
    ret
    .globl untyped_hot
untyped_hot:
    mov %rdi, %rax
label_inside_untyped:
    dec %rax
    jnz label_inside_untyped
    ret
    .globl typed_without_size
    .type typed_without_size, @function
typed_without_size:
    mov %rdi, %rax
label_inside_typed:
    dec %rax
    jnz label_inside_typed
    ret
    .zero 64
    .globl sized
    .type sized, @function
sized:
    mov %rdi, %rax
    .globl global_label_inside_sized
global_label_inside_sized:
    dec %rax
    jnz global_label_inside_sized
    ret
    .size sized, .-sized
    .zero 64
only_a_local_label:
    ret
    .section .text.last, "ax", @progbits
    .globl last_in_its_section
last_in_its_section:
    nop
    ret
    .data
    .globl data_label
data_label:
    .quad 0
    .section .note.GNU-stack, "", @progbits
